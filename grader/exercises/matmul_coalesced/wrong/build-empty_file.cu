
// says: Your file must define void matmul(

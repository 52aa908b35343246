using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Books;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Book;

[MemoryPackable]
public partial class BookShelf;

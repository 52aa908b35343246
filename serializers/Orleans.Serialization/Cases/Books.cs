using Orleans;

namespace Fathom.Serializers.Kit.Cases.Books;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class Book;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class BookShelf;

using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Books;

/// <summary>A list of small objects.</summary>
[Serializable]
[DataContract]
public partial class BookShelf
{
    /// <summary>The books.</summary>
    [DataMember(Order = 1)]
    public List<Book> Books { get; set; } = [];
}

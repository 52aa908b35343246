using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Books;

/// <summary>A book.</summary>
[Serializable]
[DataContract]
public partial class Book
{
    /// <summary>Its title.</summary>
    [DataMember(Order = 1)]
    public string Title { get; set; } = "";

    /// <summary>Its number.</summary>
    [DataMember(Order = 2)]
    public int Id { get; set; }

    /// <summary>The payload.</summary>
    [DataMember(Order = 3)]
    public byte[] BookData { get; set; } = [];
}

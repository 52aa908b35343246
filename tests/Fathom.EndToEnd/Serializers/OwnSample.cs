namespace Fathom.EndToEnd.Serializers;

/// <summary>A class as a user may have one, with a member that no document says how to make.</summary>
public class OwnSample
{
    /// <summary>What is declared by an interface only.</summary>
    public List<IDisposable> Items { get; set; } = [];
}

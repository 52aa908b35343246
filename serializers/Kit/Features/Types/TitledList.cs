namespace Fathom.Serializers.Kit.Features.Types;

/// <summary>A list with a member of its own.</summary>
[Serializable]
public partial class TitledList : List<int>
{
    /// <summary>The member.</summary>
    public string Title { get; set; } = "";

    /// <summary>Sets the member.</summary>
    public TitledList Titled(string title)
    {
        Title = title;
        return this;
    }
}

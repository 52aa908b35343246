namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnLeaf : OwnNode
{
    public string Colour { get; set; } = "";
}

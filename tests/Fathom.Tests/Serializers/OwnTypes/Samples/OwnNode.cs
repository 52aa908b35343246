namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnNode
{
    public string Name { get; set; } = "";

    public OwnNode? Parent { get; set; }

    public List<OwnNode> Children { get; set; } = [];

    public static OwnNode MakeCycle()
    {
        OwnNode root = new() { Name = "root" };
        root.Children.Add(new OwnNode { Name = "leaf", Parent = root });
        return root;
    }
}

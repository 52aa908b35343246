namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnFactoryOnly
{
    private OwnFactoryOnly() => Name = "made";

    public string Name { get; }

    public static OwnFactoryOnly Create() => new();
}

namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnInterfaces
{
    public IList<int> Numbers { get; set; } = [];

    public List<IDisposable> Items { get; set; } = [];
}

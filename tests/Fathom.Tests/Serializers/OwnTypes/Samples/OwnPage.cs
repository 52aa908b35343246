namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public class OwnPage<T>
{
    public List<T> Items { get; set; } = [];

    public int Next { get; set; }
}

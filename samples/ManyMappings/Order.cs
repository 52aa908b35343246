namespace ManyMappings;

internal sealed class Order
{
    public long Number;
}

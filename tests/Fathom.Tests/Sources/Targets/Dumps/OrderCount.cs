using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>What the sample ManyMappings can be recognised by: its own objects, and the rest of its heap.</summary>
/// <param name="Orders">Objects of the type Order.</param>
/// <param name="OrderBytes">Their size.</param>
/// <param name="Bytes">Everything that was walked.</param>
/// <param name="LostBytes">What could not be walked.</param>
internal readonly record struct OrderCount(long Orders, long OrderBytes, long Bytes, long LostBytes)
{
    public static OrderCount Of(CoreTarget core) => Of(HeapReading.Read(
        core.Runtime, core.Memory, new TypeCatalog(core.Memory), mayComeBack: false, TestContext.Current.CancellationToken));

    public static OrderCount Of(LiveTarget target) => Of(HeapReading.Read(
        target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due));

    /// <summary>The same by ClrMD's own walk; sizes are aligned as ours are.</summary>
    public static (long Orders, long OrderBytes, long Bytes) ByClrMd(ClrHeap heap)
    {
        (long orders, long orderBytes, long bytes) = (0, 0, 0);
        foreach (ClrObject item in heap.EnumerateObjects())
        {
            long size = ((long)item.Size + 7) & ~7;
            bytes += size;
            if (item.Type?.Name != "ManyMappings.Order")
                continue;
            orders++;
            orderBytes += size;
        }

        return (orders, orderBytes, bytes);
    }

    private static OrderCount Of(HeapReading? reading)
    {
        Assert.NotNull(reading);
        int order = reading.Types.Index().Single(type => type.Item?.Item1.Name == "ManyMappings.Order").Index;
        HeapUsage[] orders = [.. reading.Usages.Where(usage => usage.Type == order)];
        return new OrderCount(orders.Sum(usage => usage.Count), orders.Sum(usage => usage.SizeBytes), reading.Usages.Sum(usage => usage.SizeBytes), reading.Losses.Bytes);
    }
}

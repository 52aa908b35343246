using System.Diagnostics;
using Fathom.Sources.Memory;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class DescriptorHoldingsTests
{
    // Listing and looking are two steps; a shell that opens and closes all the time is caught between them in a good part of these looks.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_descriptor_that_is_closed_in_between_is_none_that_could_not_be_looked_at()
    {
        using Process shell = Process.Start(new ProcessStartInfo("sh", ["-c", "while :; do exec 3</dev/null 4</dev/null 5</dev/null 6</dev/null; exec 3<&- 4<&- 5<&- 6<&-; done"]))!;
        try
        {
            Assert.All(Enumerable.Range(0, 2_000), _ => Assert.Equal(0, DescriptorHoldings.Read(shell.Id, [], TestContext.Current.CancellationToken).RefusedCount));
        }
        finally
        {
            shell.Kill();
            shell.WaitForExit();
        }
    }
}

using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class StackClaimsTests
{
    [Theory]
    [InlineData("202 0x55aa 0x89 0x0 0x7f68 0x0 0xffffffff 0x7f6862ffc680 0x7f68e8dc3f16\n", 0x7f6862ffc680ul)]
    [InlineData("-1 0x7ffc28996be0 0x7f68e8e362ec\n", 0x7ffc28996be0ul)]
    public void The_stack_pointer_is_the_last_word_but_one(string text, ulong pointer) => Assert.Equal(pointer, StackClaims.ParsePointer(Encoding.ASCII.GetBytes(text)));

    [Theory]
    [InlineData("running\n")]
    [InlineData("")]
    [InlineData("1 2\n")]
    [InlineData("0xzz 0x1\n")]
    public void A_thread_that_runs_shows_none(string text) => Assert.Null(StackClaims.ParsePointer(Encoding.ASCII.GetBytes(text)));

    [Fact]
    public void A_running_initial_thread_is_found_by_the_name_of_its_stack_and_another_one_is_counted_as_missing()
    {
        using TestFolder proc = new();
        foreach ((int thread, string name) in new[] { (7, "main"), (8, "worker") })
        {
            string folder = Directory.CreateDirectory(proc.File($"7/task/{thread}")).FullName;
            File.WriteAllText(Path.Combine(folder, "syscall"), "running\n");
            File.WriteAllText(Path.Combine(folder, "comm"), name + "\n");
        }

        using ProcReader reader = new(proc.Path);
        Mapping[] mappings = [Anonymous(0x1000, 0x2000, ""), Anonymous(0x7000, 0x9000, "[stack]")];

        List<AddressClaim> claims = StackClaims.Read(reader, 7, [7, 8], mappings, [], isStopped: false, TestContext.Current.CancellationToken, out int missing);

        AddressClaim claim = Assert.Single(claims);
        Assert.Equal((0x7000ul, 0x9000ul, "main (tid 7)"), (claim.Range.Start, claim.Range.End, claim.Owner));
        Assert.Equal(1, missing);

        static Mapping Anonymous(ulong start, ulong end, string path) => new() { Start = start, End = end, Permissions = "rw-p", Path = path };
    }
}

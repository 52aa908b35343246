using Fathom.TestSupport.RealPrograms;
using Xunit;
using Programs = Fathom.TestSupport.RealPrograms.RealPrograms;

namespace Fathom.Tests.RealPrograms;

/// <summary>The programs that other tests look at start, work, and leave nothing.</summary>
[Trait("Category", "Long")]
public sealed class RealProgramTests
{
    public static TheoryData<string> Names => Programs.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void A_program_works_and_is_gone_when_it_is_disposed(string name)
    {
        string process;
        using (RealProgram program = Programs.Start(name))
        {
            Assert.True(program.IsRunning);
            process = $"/proc/{program.Pid}";
            Assert.Contains("libcoreclr.so", File.ReadAllText($"{process}/maps"), StringComparison.Ordinal);
        }

        Assert.False(Directory.Exists(process));
    }
}

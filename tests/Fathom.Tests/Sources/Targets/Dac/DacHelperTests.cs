using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Targets.Dac;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

public sealed class DacHelperTests
{
    private static readonly UntrustedDacException s_untrusted = new("/home/other/lib.so", "it belongs to another user", 1);

    // Such as a pipe whose reader has gone.
    [Fact]
    public void A_helper_whose_words_nobody_takes_is_ended()
    {
        IOException broken = Assert.Throws<IOException>(() => Run("exec yes", _ => throw new IOException("nobody reads"), static _ => { }));

        Assert.Equal("nobody reads", broken.Message);
    }

    [Fact]
    public void What_a_helper_says_and_ends_with_is_handed_on()
    {
        List<string> output = [], error = [];

        Assert.Equal(ExitCode.Partial, Run("echo out; echo err >&2; exit 1", output.Add, error.Add));

        Assert.Equal(("out\n", "err\n"), (string.Concat(output), string.Concat(error)));
    }

    [Fact]
    public void A_helper_that_breaks_down_is_told()
    {
        FathomException told = Assert.Throws<FathomException>(static () => Run("exit 139", static _ => { }, static _ => { }));

        Assert.Equal("The helper process that read process 1 failed (signal 11); it had loaded /home/other/lib.so.", told.Message);
    }

    private static ExitCode Run(string script, Action<string> output, Action<string> error)
    {
        ProcessStartInfo start = new("/bin/sh", ["-c", $"{script}"]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        return DacHelper.Wait(s_untrusted, start, output, error, TestContext.Current.CancellationToken);
    }
}

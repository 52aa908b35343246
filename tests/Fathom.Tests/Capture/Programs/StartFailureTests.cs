using System.Diagnostics;
using Fathom.Capture.Programs;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Programs;

/// <summary>Programs that cannot be started, and the sentence that tells why.</summary>
public sealed class StartFailureTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("#!/nowhere/python -u\nprint()\n", "Its first line names '/nowhere/python', which is not there.")]
    [InlineData("xx", "It is neither a program of this machine nor a script with '#!' in its first line (Exec format error).")]
    [InlineData("", "Exec format error.")]
    public void A_file_that_is_no_program_says_what_is_missing(string content, string reason)
    {
        string path = Program(content);

        Assert.Equal($"'{path}' cannot be started: {reason}", Fails(path));
    }

    [Fact]
    public void A_program_whose_loader_is_missing_says_so()
    {
        string path = _folder.File("program");
        byte[] own = File.ReadAllBytes("/bin/true");
        int loader = own.AsSpan().IndexOf("/lib64/ld-linux"u8);
        Assert.True(loader > 0);
        own[loader + 1] = (byte)'x';
        File.WriteAllBytes(path, own);
        MayRun(path);

        Assert.Equal($"'{path}' cannot be started: The loader that it was built for is not there: it may be for another C library or system.", Fails(path));
    }

    [Fact]
    public void What_is_not_there_and_a_folder_are_told()
    {
        Assert.Equal("'/nowhere/x' cannot be started: No such file or directory.", Fails("/nowhere/x"));
        Assert.Equal($"'{_folder.Path}' cannot be started: It is a folder.", Fails(_folder.Path));
    }

    // A child of another test that was forked while the file was written has it open for writing until it becomes its program.
    private static string Fails(string path)
    {
        long start = Stopwatch.GetTimestamp();
        string message = FailsNow(path);
        while (message.EndsWith(": Text file busy.", StringComparison.Ordinal) && Stopwatch.GetElapsedTime(start) < s_patience)
        {
            Thread.Yield();
            message = FailsNow(path);
        }

        return message;
    }

    private static string FailsNow(string path)
    {
        FathomException thrown = Assert.Throws<FathomException>(() => ChildProgram.Start(new ProcessStartInfo(path)));
        Assert.Equal((ExitCode.Target, "check the path; what follows -- is run unchanged"), (thrown.ExitCode, thrown.NextStep));
        return thrown.Message;
    }

    private string Program(string content)
    {
        string path = _folder.File("script");
        File.WriteAllText(path, content);
        MayRun(path);
        return path;
    }

    private static void MayRun(string path)
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }
}

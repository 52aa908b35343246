using System.ComponentModel;
using Fathom.Cli.Hosting;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Cli.Hosting;

/// <summary>What the machine refuses is a sentence with its cause; everything else stays a defect.</summary>
public sealed class MachineFailureTests
{
    private const int TooManyOwnFiles = 24;

    [Fact]
    public void A_full_disk_is_told_with_what_was_written()
    {
        IOException real = Assert.ThrowsAny<IOException>(static () => File.WriteAllText("/dev/full", "x"));

        FathomException sentence = MachineFailure.Of(new InvalidOperationException("outer", real))!;

        Assert.Equal(ExitCode.Target, sentence.ExitCode);
        Assert.Equal("The disk is full: No space left on device : '/dev/full'.", sentence.Message);
    }

    [Fact]
    public void Few_descriptors_and_little_memory_cannot_be_helped_by_the_user_of_a_file()
    {
        FathomException files = MachineFailure.Of(new InvalidOperationException("outer", new Win32Exception(TooManyOwnFiles)))!;
        FathomException memory = MachineFailure.Of(new InsufficientMemoryException())!;

        Assert.Equal((ExitCode.NotPossible, ExitCode.NotPossible), (files.ExitCode, memory.ExitCode));
        Assert.StartsWith("Fathom has as many files open as it may have (", files.Message, StringComparison.Ordinal);
        Assert.StartsWith("There is not enough free memory", memory.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_nobody_expected_is_no_failure_of_the_machine()
    {
        Assert.Null(MachineFailure.Of(new InvalidOperationException("a")));
        Assert.Null(MachineFailure.Of(new IOException("a")));
        Assert.Null(MachineFailure.Of(new FileNotFoundException("a")));
    }
}

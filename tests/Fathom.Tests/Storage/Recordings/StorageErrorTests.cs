using Fathom.Model;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class StorageErrorTests
{
    [Theory]
    [InlineData("Out of Memory", "could not allocate block of size 256.0 KiB")]
    [InlineData("Invalid", "Failed to allocate block of 512 bytes (bad allocation)")]
    public void Memory_that_is_not_there_is_not_taken_for_a_fault_of_the_disk(string kind, string message)
    {
        FathomException told = StorageError.CannotWrite("/tmp/a.fathom", new IOException("it failed", new DuckDbException(kind, message, null)));

        Assert.Equal(ExitCode.NotPossible, told.ExitCode);
        Assert.StartsWith("There is not enough free memory ", told.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Other_faults_name_the_file()
    {
        FathomException told = StorageError.CannotWrite("/tmp/a.fathom", new DuckDbException("IO", "Could not write: No space left on device", null));

        Assert.Equal((ExitCode.Target, "'/tmp/a.fathom' cannot be written: Could not write: No space left on device"), (told.ExitCode, told.Message));
        Assert.Equal("free space, or choose another disk", told.NextStep);
    }
}

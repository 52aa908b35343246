using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder.Kernel;

/// <summary>What is said of a file that cannot be written.</summary>
internal static class FileErrors
{
    /// <summary>It cannot be made.</summary>
    public static FathomException NotMade(string path, int error) =>
        FathomException.Target($"'{path}' cannot be made: {Text(error)}.", "name a folder that this user may write to: --save FOLDER/NAME.fathom");

    /// <summary>It cannot be written any more; one sentence.</summary>
    public static string NotWritten(string path, int error, long bytes) => string.Create(
        CultureInfo.InvariantCulture,
        $"'{path}' could not be written any more after {bytes} bytes: {Text(error)}. What came later is not recorded.");

    private static string Text(int error) => error switch
    {
        Errno.NoSpace => "the disk is full",
        Errno.OverQuota => "the user's share of the disk is used up",
        Errno.Exists => "it exists already",
        Errno.Denied or Errno.NotPermitted => "this user may not write there",
        _ => Marshal.GetPInvokeErrorMessage(error).ToLowerInvariant(),
    };
}

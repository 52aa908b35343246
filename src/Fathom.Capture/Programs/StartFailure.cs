using System.Runtime.InteropServices;
using System.Text;
using Fathom.Files;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Capture.Programs;

/// <summary>Why a program cannot be started. The kernel says "No such file" of a script that is there, where what runs the script is not.</summary>
internal static class StartFailure
{
    private const int NotThere = 2;
    private const int NoFormat = 8;
    private const int MostBytes = 256;

    /// <summary>The reason, as a sentence without its period.</summary>
    /// <param name="path">The program as it was given.</param>
    /// <param name="error">Number of the error.</param>
    public static string Reason(string path, int error)
    {
        string told = Marshal.GetPInvokeErrorMessage(error);
        if (error is not (NotThere or NoFormat) || Begin(path) is not { Length: > 0 } begin)
            return told;
        return begin switch
        {
            _ when begin.StartsWith("#!", StringComparison.Ordinal) => $"Its first line names '{Interpreter(begin)}', which is not there",
            _ when error == NotThere => "The loader that it was built for is not there: it may be for another C library or system",
            _ => $"It is neither a program of this machine nor a script with '#!' in its first line ({told})",
        };
    }

    private static string Interpreter(string begin) => begin[2..].Split('\n')[0].Trim().Split(' ', '\t')[0];

    // One byte is one character here: what is no text is of no interest.
    private static string? Begin(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out _);
            if (file is null)
                return null;
            byte[] bytes = new byte[MostBytes];
            return Encoding.Latin1.GetString(bytes, 0, RandomAccess.Read(file, bytes, 0));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

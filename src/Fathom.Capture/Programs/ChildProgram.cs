using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Programs;

/// <summary>What all programs have in common that a command starts and tells of: how they start, and how they ended.</summary>
internal static class ChildProgram
{
    /// <summary>Starts one, on the calling thread.</summary>
    /// <exception cref="FathomException">It cannot be started.</exception>
    public static Process Start(ProcessStartInfo start)
    {
        try
        {
            return WrittenRights.WithGivenMask(() => Process.Start(start)!);
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or IOException)
        {
            string reason = Directory.Exists(start.FileName) ? "It is a folder"
                : e is System.ComponentModel.Win32Exception { NativeErrorCode: var code and > 0 } ? StartFailure.Reason(start.FileName, code) : e.Message.TrimEnd('.');
            throw FathomException.Target($"'{start.FileName}' cannot be started: {reason}.", "check the path; what follows -- is run unchanged", e);
        }
    }

    /// <summary>Why one that has ended did so: "exit code N", "killed by signal 6 (SIGABRT)".</summary>
    public static string TellEnd(Process ended, ProcessEnding ending) =>
        ending.Tell() is var told && told != ProcessEnding.NotKnown ? told : string.Create(CultureInfo.InvariantCulture, $"exit code {ended.ExitCode}");
}

using Fathom.Model;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Dac;

/// <summary>A file that looks like the data access library of a runtime and is none.</summary>
internal static class DacErrors
{
    // ClrMD has no exception of its own for it; this is the function that each DAC exports.
    private const string EntryPoint = "CLRDataCreateInstance";

    /// <summary>Whether an exception of ClrMD means that the file cannot be loaded, or has not the function that is called first.</summary>
    public static bool IsNoLibrary(Exception e) =>
        e is DllNotFoundException or BadImageFormatException or EntryPointNotFoundException
        || (e is ClrDiagnosticsException && e.Message.Contains(EntryPoint, StringComparison.Ordinal));

    /// <summary>Says so.</summary>
    public static FathomException NoLibrary(string path, Exception cause) => FathomException.Target(
        $"'{path}' is not a data access library that can be loaded.", "name the folder of another copy of exactly the same build with --dac DIR (docs/dac.md)", cause);
}

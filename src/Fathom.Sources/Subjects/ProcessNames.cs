using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Renaming;

namespace Fathom.Sources.Subjects;

/// <summary>The names that a process answers to.</summary>
internal static class ProcessNames
{
    /// <summary>The shown name, and application and program with and without extension. May hold one twice.</summary>
    public static IEnumerable<string> Of(ProcessFacts process)
    {
        yield return process.Name;
        if (process.Application is { } application)
        {
            yield return application;
            yield return ExecutableName.WithoutExtension(application);
        }

        if (process.Executable is { } executable)
            yield return Path.GetFileName(executable);
    }
}

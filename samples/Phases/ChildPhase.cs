using System.Diagnostics;

namespace Phases;

/// <summary>A .NET child of a .NET program, which throws some exceptions and ends with a known code.</summary>
internal static class ChildPhase
{
    public const int ExitCode = 7;
    private const int Exceptions = 10;

    public static void Run(Phase phase) => phase.Run(_ =>
    {
        using Process child = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, ["child"]))!;
        phase.Fact("pid", child.Id);
        phase.Fact("exceptions", Exceptions);
        child.WaitForExit();
        phase.Fact("exit_code", child.ExitCode);
    });

    public static int Child()
    {
        ThrowPhase.Run(new Phase("child"), Exceptions);
        return ExitCode;
    }
}

using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>Exceptions that are caught.</summary>
internal static class ThrowPhase
{
    public static void Run(Phase phase, int count) => phase.Run(_ =>
    {
        phase.Fact("exceptions", count);
        for (int i = 0; i < count; i++)
            Throw(i);
    });

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(int number)
    {
        try
        {
            throw new PhaseException($"number {number}");
        }
        catch (PhaseException)
        {
        }
    }
}

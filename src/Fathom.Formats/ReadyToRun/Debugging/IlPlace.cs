namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>Which IL instruction a place of native code comes from.</summary>
/// <param name="IlOffset">
/// Bytes from the begin of the method's IL. Code without IL has the next best: 0 in the prolog, the handler's first in the handler's prolog, else that of the
/// nearest stretch before it.
/// </param>
/// <param name="Bound">The stretch that the place is in.</param>
public readonly record struct IlPlace(int IlOffset, NativeBound Bound)
{
    /// <summary>Whether the debug information names this instruction for the place; else it is the nearest guess.</summary>
    public bool IsExact => Bound.Kind == BoundKind.Body;

    /// <summary>Whether the stretch is that of a call.</summary>
    public bool IsCall => Bound.IsCall;
}

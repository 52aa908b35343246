namespace Fathom.Model.Graph;

/// <summary>What root kinds mean.</summary>
public static class RootKinds
{
    /// <summary>
    /// Whether a root only puts off the end of an object until its finalizer has run. Such an object is alive; but where something else holds it
    /// too, that is the holder, and the object goes with it.
    /// </summary>
    public static bool PutsOff(this RootKind kind) => kind is RootKind.FinalizerReady or RootKind.FinalizerRegistered;
}

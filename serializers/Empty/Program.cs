namespace Fathom.Serializers.Empty;

/// <summary>
/// A program that ends at once where others make their first calls: what the runtime itself needs to start and to end. Only its start is measured.
/// </summary>
internal static class Program
{
    // Nothing of Kit is touched on the way of the first call, so that none of it is loaded.
    private static int Main(string[] args) => args is [_, "first-call", ..] ? 0 : EmptySession.Run(args);
}

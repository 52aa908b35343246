using Fathom.Model;

namespace Fathom.Sources.Targets.Dumps;

/// <summary>Tells errors that the content of a core caused from those of Fathom.</summary>
public static class CoreDamage
{
    private const string Reader = "at Microsoft.Diagnostics.Runtime.";

    /// <summary>Whether an exception came out of the reading of the runtime's structures, which answers damage with exceptions of many types.</summary>
    public static bool Shows(Exception e)
    {
        ArgumentNullException.ThrowIfNull(e);
        return e is not (FathomException or OperationCanceledException or OutOfMemoryException) && e.StackTrace?.Contains(Reader, StringComparison.Ordinal) == true;
    }

    /// <summary>Says so.</summary>
    public static FathomException Of(string path, Exception cause)
    {
        ArgumentNullException.ThrowIfNull(cause);
        return FathomException.Target(
            $"'{path}' is damaged or incomplete: {cause.Message.TrimEnd('.')}.", "write the core again, or copy it again from where it came from", cause);
    }
}

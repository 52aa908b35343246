using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>
/// Where the facts lie in a continuation of one type. Types of calls are made by the runtime (<c>Continuation_SIZE_…</c>) and name no method; that follows from
/// the code address in <c>ResumeInfo</c> (two addresses: of what resumes the call, and of a place in the method, or 0 for the library's own continuations).
/// </summary>
/// <param name="NextOffset">Offset of the reference to the continuation of the caller.</param>
/// <param name="InfoOffset">Offset of the address of the ResumeInfo.</param>
/// <param name="StateOffset">Offset of the number of the await.</param>
/// <param name="AwaitedOffset">Offset of the reference to what is awaited, in continuations of the library; -1 for others.</param>
internal sealed record ContinuationLayout(int NextOffset, int InfoOffset, int StateOffset, int AwaitedOffset)
{
    private const string BaseName = "System.Runtime.CompilerServices.Continuation";

    // Fields of the library's continuations that keep what is awaited.
    private static readonly string[] s_awaited = ["Task", "Source", "_source", "ValueTaskSource"];

    /// <summary>The layout of a type; null where it is no continuation, or one with other fields.</summary>
    public static ContinuationLayout? Of(ClrType type)
    {
        if (!IsContinuation(type))
            return null;
        ContinuationLayout layout = new(
            RuntimeAsyncLayout.Offset(type, "Next"),
            RuntimeAsyncLayout.Offset(type, "ResumeInfo"),
            RuntimeAsyncLayout.Offset(type, "State"),
            s_awaited.Select(name => RuntimeAsyncLayout.Offset(type, name)).FirstOrDefault(static offset => offset >= 0, -1));
        return layout is { NextOffset: >= 0, InfoOffset: >= 0, StateOffset: >= 0 } ? layout : null;
    }

    private static bool IsContinuation(ClrType type)
    {
        for (ClrType? at = type; at is not null; at = at.BaseType)
        {
            if (at.Name == BaseName)
                return true;
        }

        return false;
    }
}

namespace Fathom.Sources.Pending;

/// <summary>What a call waits for, in the words of the program that waits, where the type of the library's object is known.</summary>
internal static class AwaitedName
{
    private const string Unknown = "(unnamed type)";
    private const string Task = "System.Threading.Tasks.Task";

    // Beginnings of names of types.
    private static readonly (string Type, string Name)[] s_known =
    [
        ("System.Threading.Tasks.Task+DelayPromise", "Task.Delay"),
        ("System.Threading.Tasks.Task+WhenAllPromise", "Task.WhenAll"),
        ("System.Threading.Tasks.Task+TwoTaskWhenAnyPromise", "Task.WhenAny"),
        ("System.Threading.Tasks.TaskFactory+CompleteOnInvokePromise", "Task.WhenAny"),
        ("System.Threading.Tasks.Task+CancellationPromise", "Task.WaitAsync"),
        ("System.Threading.Tasks.UnwrapPromise", "Task.Unwrap"),
        ("System.Threading.SemaphoreSlim+TaskNode", "SemaphoreSlim.WaitAsync"),
        ("System.Threading.PeriodicTimer+State", "PeriodicTimer.WaitForNextTickAsync"),
        ("System.Net.Sockets.Socket+AwaitableSocketAsyncEventArgs", "Socket"),
        ("System.Net.Sockets.Socket+TaskSocketAsyncEventArgs", "Socket"),
        ("Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets.Internal.Socket", "Socket"),
        ("System.IO.Pipelines.Pipe+DefaultPipeReader", "PipeReader"),
        ("System.IO.Pipelines.Pipe+DefaultPipeWriter", "PipeWriter"),
        ("System.Threading.Channels.", "Channel"),
    ];

    /// <summary>The name for objects of a type.</summary>
    /// <param name="type">Name of the type.</param>
    public static string Of(string? type)
    {
        if (type is null)
            return Unknown;
        foreach ((string known, string name) in s_known)
        {
            if (type.StartsWith(known, StringComparison.Ordinal))
                return name;
        }

        // A task that runs nothing and is of no other type is completed by hand.
        if (type == Task)
            return "TaskCompletionSource";
        return type.StartsWith(Task + "<", StringComparison.Ordinal) ? "TaskCompletionSource" + type[Task.Length..] : type;
    }
}

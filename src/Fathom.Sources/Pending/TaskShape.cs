using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>Where the facts lie in tasks of one type, and what such a task is.</summary>
internal sealed class TaskShape
{
    private const string TaskName = "System.Threading.Tasks.Task";

    // Fields that keep the one task that a task of the library waits for: of Task.ContinueWith, and of Task.WaitAsync.
    private static readonly string[] s_inner = ["m_antecedent", "_task"];

    /// <summary>What a task of the type is, in the words of who made it: Task.Delay, or the name of the type.</summary>
    public required string Name { get; init; }

    /// <summary>Offset of the state flags.</summary>
    public required int FlagsOffset { get; init; }

    /// <summary>Offset of what is told when the task completes.</summary>
    public required int ContinuationOffset { get; init; }

    /// <summary>Offset of the delegate that the task runs.</summary>
    public required int ActionOffset { get; init; }

    /// <summary>Offset of what only some tasks have, such as exceptions; -1 where the field is not known.</summary>
    public required int PropertiesOffset { get; init; }

    /// <summary>Offset of the task that it waits for; -1 where the type keeps none.</summary>
    public required int InnerOffset { get; init; }

    /// <summary>Whether what it waits for tells so by its continuation, as the inner task of <c>Task.Run(async …)</c> does.</summary>
    public required bool IsUnwrapping { get; init; }

    /// <summary>Of suspended calls with a state machine; null for others.</summary>
    public required AsyncBoxLayout? Box { get; init; }

    /// <summary>Of calls that the runtime itself suspends; null for others.</summary>
    public required RuntimeAsyncLayout? Runtime { get; init; }

    /// <summary>What a failed task of the type is: an async method that failed before it had to wait leaves a task that tells no more.</summary>
    public required string FailedName { get; init; }

    /// <summary>Whether objects of the type keep one call after the other, and none at times; they are no tasks.</summary>
    public bool IsPooled => Box is { FlagsOffset: < 0 };

    /// <summary>Whether a type is that of a task.</summary>
    public static bool IsTask(ClrType type) => TypeInspector.IsOrDerives(type, TaskName);

    /// <summary>The shape of a type that keeps calls and is no task; null for other types.</summary>
    public static TaskShape? OfPooled(ClrType type) => AsyncBoxLayout.OfPooled(type) is { } box ? Of(type, box) : null;

    /// <summary>The shape of a type of tasks; null where fields of it are not those that are known.</summary>
    public static TaskShape? Of(ClrType type)
    {
        TaskShape shape = Of(type, AsyncBoxLayout.Of(type));
        bool isBox = type.Name?.Contains("AsyncStateMachineBox<", StringComparison.Ordinal) == true;
        bool isKnown = shape is { FlagsOffset: >= 0, ContinuationOffset: >= 0, ActionOffset: >= 0 } && shape.Runtime is null or { IsKnown: true };
        return isKnown && isBox == shape.Box is not null ? shape : null;
    }

    private static TaskShape Of(ClrType type, AsyncBoxLayout? box)
    {
        return new()
        {
            Name = AwaitedName.Of(type.Name),
            FlagsOffset = TypeInspector.Offset(type, "m_stateFlags"),
            ContinuationOffset = TypeInspector.Offset(type, "m_continuationObject"),
            ActionOffset = TypeInspector.Offset(type, "m_action"),
            PropertiesOffset = TypeInspector.Offset(type, "m_contingentProperties"),
            InnerOffset = s_inner.Select(field => TypeInspector.Offset(type, field)).FirstOrDefault(static offset => offset >= 0, -1),
            IsUnwrapping = type.Name?.StartsWith("System.Threading.Tasks.UnwrapPromise<", StringComparison.Ordinal) == true,
            FailedName = box?.Method ?? type.Name ?? TaskName,
            Box = box,
            Runtime = RuntimeAsyncLayout.Of(type),
        };
    }
}

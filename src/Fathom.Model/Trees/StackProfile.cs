namespace Fathom.Model.Trees;

/// <summary>Stacks with what was measured on them: what trees and exports are made of.</summary>
/// <param name="Methods">All methods; frames name them by position.</param>
/// <param name="Processes">All processes; stacks name them by position.</param>
/// <param name="Frames">Methods of all stacks, one stack after the other, each from its outermost frame to the innermost.</param>
/// <param name="Stacks">The stacks; no two of one process are the same.</param>
public sealed record StackProfile(
    IReadOnlyList<TreeMethod> Methods, IReadOnlyList<TreeProcess> Processes, int[] Frames, StackWeight[] Stacks)
{
    /// <summary>The methods of a stack, from its outermost frame to the innermost.</summary>
    public ReadOnlySpan<int> FramesOf(in StackWeight stack) => Frames.AsSpan(stack.Start, stack.Length);
}

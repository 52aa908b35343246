namespace Fathom.Model.Trees;

/// <summary>What knows when, and in which threads, stacks of a profile were measured.</summary>
public interface IStackTimes
{
    /// <summary>Reads it.</summary>
    /// <param name="placeOf">For each stack of the profile what stands for it in the cells, so that several may be one; -1 where it is left out.</param>
    StackTimes Read(IReadOnlyList<int> placeOf);
}

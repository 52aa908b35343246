namespace Fathom.Model.Graph.Paths;

/// <summary>One step of a path.</summary>
/// <param name="Type">Index of the object's type.</param>
/// <param name="Repeats">Whether the path may go through objects of this type again and again, alone or in turn with those of the steps beside it that also repeat.</param>
/// <param name="IsDependent">Whether the object before it, which the root or the step before names, holds it by a dependent handle only.</param>
public readonly record struct PathStep(uint Type, bool Repeats, bool IsDependent = false);

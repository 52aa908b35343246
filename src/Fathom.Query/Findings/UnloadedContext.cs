namespace Fathom.Query.Findings;

/// <summary>A load context that was unloaded and is still there.</summary>
/// <param name="Name">Its name.</param>
/// <param name="ModuleCount">Its modules.</param>
/// <param name="FirstModule">One of them.</param>
internal sealed record UnloadedContext(string Name, long ModuleCount, string FirstModule);

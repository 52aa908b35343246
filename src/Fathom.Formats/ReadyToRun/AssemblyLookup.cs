namespace Fathom.Formats.ReadyToRun;

/// <summary>Finds an assembly that an image has code of, or instances with types of.</summary>
/// <param name="name">The assembly's name, without an extension.</param>
/// <returns>Reads its file; used at once only. Null where it is not there.</returns>
public delegate ReadAt? AssemblyLookup(string name);

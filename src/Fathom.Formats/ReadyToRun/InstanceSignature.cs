namespace Fathom.Formats.ReadyToRun;

/// <summary>An instance of a generic method, or a method of an instance of a generic type.</summary>
/// <param name="Module">Where the method is looked up.</param>
/// <param name="Owner">Its type; null where that is the one that has the method.</param>
/// <param name="Row">The method's row there.</param>
/// <param name="IsReference">Whether it is a row of references to members, and not of methods.</param>
/// <param name="Arguments">Type arguments of the method; null where it has none.</param>
/// <param name="IsAsyncVariant">Whether it is the form that asynchronous callers use.</param>
internal readonly record struct InstanceSignature(
    ModuleNames? Module, TypeText? Owner, int Row, bool IsReference, TypeText[]? Arguments, bool IsAsyncVariant);

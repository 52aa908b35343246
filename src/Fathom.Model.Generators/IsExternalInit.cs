namespace System.Runtime.CompilerServices;

/// <summary>Lets records be compiled for a framework that is older than they are.</summary>
internal static class IsExternalInit;

namespace Fathom.Sources.Threads.Async;

/// <summary>What a runtime knows of the types and methods of suspended calls.</summary>
internal interface IAsyncTypes
{
    /// <summary>Where the facts of continuations of a type lie; null for other types.</summary>
    /// <param name="methodTable">Address of the method table of the type.</param>
    ContinuationLayout? ContinuationOf(ulong methodTable);

    /// <summary>What objects of a type say of themselves when a call awaits them.</summary>
    /// <param name="methodTable">Address of the method table of the type.</param>
    AwaitedType AwaitedOf(ulong methodTable);

    /// <summary>Type and name of the method whose code is at an address; null where none is known.</summary>
    /// <param name="place">The address.</param>
    string? MethodAt(ulong place);
}

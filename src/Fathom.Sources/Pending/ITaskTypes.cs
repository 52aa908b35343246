namespace Fathom.Sources.Pending;

/// <summary>What a runtime knows of what tasks wait for and run.</summary>
internal interface ITaskTypes
{
    /// <summary>What objects of a type are when a call waits for them.</summary>
    /// <param name="methodTable">Address of the method table of the type.</param>
    AwaitedShape ShapeOf(ulong methodTable);

    /// <summary>The method that a delegate calls.</summary>
    /// <param name="callback">Address of the delegate.</param>
    string MethodOf(ulong callback);
}

namespace Fathom.Sources.Threads.Objects;

/// <summary>What objects of a type say about threads.</summary>
internal enum TypeUseKind : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>System.Threading.Lock.</summary>
    Lock,

    /// <summary>ReaderWriterLockSlim.</summary>
    ReaderWriterLock,

    /// <summary>Thread.</summary>
    Thread,

    /// <summary>The box of an async call.</summary>
    AsyncBox,

    /// <summary>The task of calls that the runtime itself suspends.</summary>
    RuntimeAsyncTask,
}

namespace Fathom.Serializers.Kit.Checking;

/// <summary>What the elements of a container are to each other.</summary>
internal enum ContentKind
{
    /// <summary>It is no container.</summary>
    None,

    /// <summary>An array, of any number of dimensions.</summary>
    Array,

    /// <summary>Values by key; their order does not count.</summary>
    Map,

    /// <summary>A set; its order does not count.</summary>
    Set,

    /// <summary>A list.</summary>
    List,

    /// <summary>Another container that gives its elements in its order: a queue, a stack, a linked list.</summary>
    Sequence,
}

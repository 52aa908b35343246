namespace Fathom.Tests.Serializers;

/// <summary>What a serializer of the tests does wrong.</summary>
public enum SeededFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It leaves out the last member of every class.</summary>
    LosesMember,

    /// <summary>Dates come back without their kind.</summary>
    ChangesDateKind,

    /// <summary>Objects with the same content come back as one.</summary>
    SharesWrongly,

    /// <summary>It gives back an object of its own class that reads when it is asked.</summary>
    IsLazy,

    /// <summary>It gives back the object that it was given.</summary>
    KeepsWhatItWasGiven,

    /// <summary>It reads only once and gives back that result again.</summary>
    KeepsWhatItRead,

    /// <summary>What it reads lacks the payload of books.</summary>
    LosesPayload,

    /// <summary>From the third read on, what it reads lacks the payload of books.</summary>
    LosesPayloadLater,

    /// <summary>It writes nothing but says that it did.</summary>
    ReadsNothing,
}

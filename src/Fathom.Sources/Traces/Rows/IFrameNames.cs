namespace Fathom.Sources.Traces.Rows;

/// <summary>Where the frames of a trace lie, and what they are called.</summary>
internal interface IFrameNames
{
    /// <summary>Where a frame lies: the number of its image, from 0, and a place in the file or an address.</summary>
    (int Image, ulong Place) PlaceOf(int frame);

    /// <summary>What a frame is called.</summary>
    PlaceName NameOf(int frame);

    /// <summary>The source line of a frame. Asked after its name.</summary>
    SourceLine LineOf(int frame);

    /// <summary>What is known of an image that frames lie in. Asked when all of them were named.</summary>
    CodeImageFacts FactsOf(int number);
}

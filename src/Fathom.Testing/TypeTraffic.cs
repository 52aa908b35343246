namespace Fathom.Testing;

/// <summary>What a type took of the memory traffic, by random samples of the runtime (about one per 100 KB).</summary>
/// <param name="Type">Name of the type, as the runtime writes it.</param>
/// <param name="EstimatedBytes">Estimate of the bytes allocated.</param>
/// <param name="ErrorBytes">The true value lies within this many bytes of the estimate in 95 of 100 cases.</param>
/// <param name="Samples">Number of samples; below about 10 the estimate is only a hint.</param>
public sealed record TypeTraffic(string Type, long EstimatedBytes, long ErrorBytes, long Samples);

using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Suites;

/// <summary>A sample as the program answered it.</summary>
/// <param name="Operation">serialize or deserialize.</param>
/// <param name="Lane">The lane.</param>
/// <param name="Threads">Threads at the same time.</param>
/// <param name="Index">The how many-th of its process, operation, lane and threads, from 1.</param>
/// <param name="Settled">1 when compilation had come to rest before.</param>
/// <param name="Line">Its figures.</param>
internal sealed record TakenSample(string Operation, string Lane, int Threads, int Index, int Settled, Message Line);

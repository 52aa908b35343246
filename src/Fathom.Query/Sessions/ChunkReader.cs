using Fathom.Storage.DuckDb;

namespace Fathom.Query.Sessions;

/// <summary>Takes some rows of an answer; they are gone afterwards.</summary>
/// <param name="chunk">The rows.</param>
internal delegate void ChunkReader(DuckDbChunk chunk);

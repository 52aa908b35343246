namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>Documents that share authors and tags. Right only where each shared object is one object again.</summary>
public sealed class SharedReferencesCase() : SerializerCase<DocumentSet>("shared-references", "N documents that share authors and tags: one object in many places")
{
    /// <inheritdoc/>
    public override bool SharesReferences => true;

    /// <inheritdoc/>
    public override DocumentSet Generate(CaseData data)
    {
        int n = data.Dials.N;
        List<GraphAuthor> authors = data.Many(Math.Max(1, n / 10), static (data, at) => new GraphAuthor { Id = at + 1, Name = data.Name() });
        List<GraphTag> tags = data.Many(Math.Clamp(n / 5, 1, 20), static (data, at) => new GraphTag { Id = at + 1, Label = data.Text() });
        return new DocumentSet
        {
            Documents = data.Many(n, (data, at) => new GraphDocument
            {
                Id = at + 1,
                Title = data.Text(),
                Author = data.IsNull() ? null : authors[data.Random.Below(authors.Count)],
                Tags = data.Many(data.Random.Below(4), (data, _) => tags[data.Random.Below(tags.Count)]),
            }),
        };
    }

    /// <inheritdoc/>
    public override long Touch(DocumentSet value)
    {
        long sum = 0;
        foreach (GraphDocument one in value.Documents)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(GraphDocument value)
    {
        long sum = value.Id + value.Title.Length + (value.Author is { } aAuthor ? Sum(aAuthor) : 0);
        foreach (GraphTag one in value.Tags)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(GraphAuthor value) => value.Id + value.Name.Length;

    private static long Sum(GraphTag value) => value.Id + value.Label.Length;
}

namespace Fathom.Serializers.Kit.Cases.Graphs;

/// <summary>
/// Departments and workers that know each other: every object is part of a cycle. The way round is short, so that a serializer fails by what it does with
/// cycles and not by the depth of its recursion.
/// </summary>
public sealed class CyclesCase() : SerializerCase<Organization>("cycles", "N workers who know their department, which lists them: every object is part of a cycle")
{
    private const int DepartmentSize = 8;

    /// <inheritdoc/>
    public override bool SharesReferences => true;

    /// <inheritdoc/>
    public override Organization Generate(CaseData data)
    {
        Organization organization = new();
        int id = 0;
        for (int left = data.Dials.N; left > 0; left -= DepartmentSize)
        {
            Department department = new() { Name = data.Text() };
            department.Workers = data.Many(Math.Min(left, DepartmentSize), (data, _) => new Worker { Id = ++id, Name = data.Name(), Department = department });
            foreach (Worker worker in department.Workers)
                worker.Deputy = data.IsNull() ? null : department.Workers[data.Random.Below(department.Workers.Count)];
            department.Head = data.IsNull() ? null : department.Workers[0];
            organization.Departments.Add(department);
        }

        return organization;
    }

    /// <inheritdoc/>
    public override long Touch(Organization value)
    {
        long sum = 0;
        foreach (Department department in value.Departments)
        {
            sum += department.Name.Length + (department.Head?.Id ?? 0);
            // Each worker is listed once; what leads back is read no further than to its leaf.
            foreach (Worker worker in department.Workers)
                sum += worker.Id + worker.Name.Length + (worker.Department?.Name.Length ?? 0) + (worker.Deputy?.Id ?? 0);
        }

        return sum;
    }
}

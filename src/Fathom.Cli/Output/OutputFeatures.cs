namespace Fathom.Cli.Output;

/// <summary>Which of the shared options of a result work for a verb. <c>--format</c> always does.</summary>
[Flags]
internal enum OutputFeatures
{
    None = 0,

    /// <summary><c>--top</c>.</summary>
    Top = 1,

    /// <summary><c>--where</c>, <c>--sort</c>, <c>--columns</c>.</summary>
    Rows = 2,

    /// <summary><c>--unit</c>.</summary>
    Unit = 4,

    /// <summary><c>--fail-if</c>.</summary>
    Limits = 8,

    /// <summary><c>--append</c>.</summary>
    Append = 16,

    /// <summary><c>-o</c> and <c>--force</c>.</summary>
    File = 32,

    /// <summary><c>--full-names</c>, for answers with names of types.</summary>
    TypeNames = 64,

    /// <summary>Formats of stacks, for answers that are made from some.</summary>
    Stacks = 128,

    /// <summary>What works for a view: all but <c>--append</c>, which is for what trends are made of.</summary>
    View = Top | Rows | Unit | Limits | File,

    /// <summary>What works for a view with names of types.</summary>
    TypeView = View | TypeNames,

    All = Top | Rows | Unit | Limits | Append | File,
}

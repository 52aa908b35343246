namespace Fathom.Sources.Subjects;

/// <summary>Tells whether a file has a format.</summary>
/// <param name="file">What is known of it: path and length.</param>
/// <param name="head">Its beginning.</param>
/// <returns>The file with what its content says; null where it is of another format.</returns>
public delegate FileDescription? FileTest(FileDescription file, FileHead head);
